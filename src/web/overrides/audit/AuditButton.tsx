import { SafetyCertificateOutlined } from "@ant-design/icons";
import { Alert, Button, Descriptions, Modal } from "antd";
import { useState } from "react";
import type { AuditReportResult } from "../../../shared/protocol/audit-report.ts";
import { API_ROOT } from "../../api/endpoints.ts";
import { useCall } from "../../data/use-call.ts";
import { PageWait } from "../../pages/module/PageWait.tsx";

const WIDTH = 860;

/** 核对审计链: whether the log and money's rows are as the program left them, as a report. */
export function AuditButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<SafetyCertificateOutlined />} data-testid="verify-audit" onClick={() => setOpen(true)}>
        核对审计链
      </Button>
      {isOpen && (
        <Modal open width={WIDTH} title="审计核对报告" footer={null} onCancel={() => setOpen(false)}>
          <Report />
        </Modal>
      )}
    </>
  );
}

function Report() {
  const query = useCall<AuditReportResult>(`${API_ROOT}/AuditLog/VerifyAudit`, {}, { cacheTime: 0, isSilent: true });
  if (query.data === undefined) return <PageWait query={query} />;
  const { at, events, head, signed, compared, count, problems } = query.data;
  return (
    <div data-testid="audit-report">
      <Alert showIcon type={count === 0 ? "success" : "error"} message={count === 0 ? "没有发现绕过程序的改动" : `发现 ${count} 处问题`} />
      <Descriptions column={1} size="small">
        <Descriptions.Item label="核对时间">{at}</Descriptions.Item>
        <Descriptions.Item label="日志条数">{events}</Descriptions.Item>
        <Descriptions.Item label="链头">{head || "无"}</Descriptions.Item>
        <Descriptions.Item label="最近签名的封条">{signed || "没有签名"}</Descriptions.Item>
        <Descriptions.Item label="与已发送的链头核对">{compared}</Descriptions.Item>
      </Descriptions>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </div>
  );
}
