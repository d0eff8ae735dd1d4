import { Button, Modal } from "antd";
import type { Conflict } from "./use-conflict.ts";

const WIDTH = 760;

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly onMerge: () => void;
  readonly onDiscard: () => void;
  readonly onClose: () => void;
}

/** Somebody else saved first: what he changed, and what shall become of it. */
export default function ConflictDialog({ conflict, onMerge, onDiscard, onClose }: ConflictDialogProps) {
  const { actor, time, differences } = conflict;
  return (
    <Modal
      open
      width={WIDTH}
      title="这张单据已被他人修改"
      onCancel={onClose}
      footer={[
        <Button key="discard" danger onClick={onDiscard} data-testid="conflict-discard">
          放弃我的修改
        </Button>,
        <Button key="merge" type="primary" onClick={onMerge} data-testid="conflict-merge">
          采用最新并继续编辑
        </Button>,
      ]}
    >
      <div data-testid="conflict">
        <p>
          <b>{actor || "其他用户"}</b> 于 <span className="num">{time}</span> 保存了新的内容，您的修改尚未保存。
        </p>
        {differences.length === 0 ? (
          <p className="faint">您能看到的字段没有变化。</p>
        ) : (
          <div className="conflict-table">
            <table>
              <thead>
                <tr>
                  <th>字段</th>
                  <th>我看到的</th>
                  <th>现在的</th>
                  <th>我填的</th>
                </tr>
              </thead>
              <tbody>
                {differences.map(({ key, label, seen, now, mine }) => (
                  <tr key={key}>
                    <th scope="row">{label}</th>
                    <td>{seen || "—"}</td>
                    <td className="conflict-now">{now || "—"}</td>
                    <td>{mine || "—"}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <p className="form-note">采用最新：以上字段取“现在的”值；其余字段保留您的修改，核对后再次保存即可。</p>
      </div>
    </Modal>
  );
}
