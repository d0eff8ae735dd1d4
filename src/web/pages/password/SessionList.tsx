import { DesktopOutlined, MobileOutlined } from "@ant-design/icons";
import { Alert, Button, List, Popconfirm, Tag } from "antd";
import Bowser from "bowser";
import type { OpenSession } from "../../../shared/protocol/screen.ts";
import { ENDPOINTS } from "../../api/endpoints.ts";
import { useCall, useCommand } from "../../data/use-call.ts";

/** Where the user is signed in, each with its end: who finds a device that is not his ends it and changes the password. */
export function SessionList() {
  const { data: sessions, isLoading, isError, refetch } = useCall<OpenSession[]>(ENDPOINTS.sessions, {}, { isReadWhenShown: true });
  const { run, isRunning } = useCommand();
  const end = async (id: string) => {
    // What failed was told.
    await run({ url: ENDPOINTS.endSession, params: { id } }).catch(() => undefined);
    await refetch();
  };
  const others = sessions?.filter(({ isOwn }) => !isOwn) ?? [];
  return (
    <section className="password-sessions" data-testid="sessions" aria-labelledby="sessions-title">
      <header>
        <h2 id="sessions-title">登录中的设备</h2>
        {others.length > 1 && (
          <Popconfirm title={`退出其他 ${others.length} 处登录？`} onConfirm={() => void end("others")}>
            <Button size="small" disabled={isRunning} data-testid="sessions-end-others">
              退出其他全部
            </Button>
          </Popconfirm>
        )}
      </header>
      <p className="password-who">有不认识的设备时，请先将其退出，再修改密码。</p>
      {isError ? (
        <Alert type="warning" showIcon message="登录记录读取失败" action={<Button onClick={() => void refetch()}>重试</Button>} />
      ) : (
        <List
          loading={isLoading}
          dataSource={sessions ?? []}
          rowKey="id"
          renderItem={(session) => (
            <List.Item
              data-testid="session"
              actions={[
                session.isOwn ? (
                  <Tag key="own" color="success">
                    当前
                  </Tag>
                ) : (
                  <Button key="end" size="small" danger disabled={isRunning} onClick={() => void end(session.id)}>
                    退出
                  </Button>
                ),
              ]}
            >
              <List.Item.Meta {...described(session)} />
            </List.Item>
          )}
        />
      )}
    </section>
  );
}

function described({ agent, ip, created, seen }: OpenSession) {
  const { browser, os, platform } = Bowser.parse(agent === "" ? "-" : agent);
  const names = [browser.name, os.name].filter(Boolean).join(" · ");
  return {
    avatar: platform.type === "mobile" || platform.type === "tablet" ? <MobileOutlined /> : <DesktopOutlined />,
    title: names || "未知设备",
    description: `${ip} · ${created} 登录 · 最近使用 ${seen}`,
  };
}
