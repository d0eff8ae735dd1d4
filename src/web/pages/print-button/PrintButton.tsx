import { DownOutlined, PrinterOutlined } from "@ant-design/icons";
import { Button, Dropdown, Tooltip } from "antd";
import { useEffect } from "react";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { useOutdate } from "../../data/use-call.ts";
import { onPrinted } from "../../providers/print-channel.ts";
import { useMay } from "../../providers/use-may.ts";

/** More ids than these make an address too long for a server; behind a # they stay in the browser. */
const MOST_IN_ADDRESS = 100;

/** Prints documents in a window of their own, with the template chosen if there are several. */
export function PrintButton({ screen, ids }: { screen: ScreenModel; ids: readonly string[] }) {
  const mdl = String(screen.MdlId);
  const mayPrint = useMay(screen, "print");
  const outdate = useOutdate();
  // Printing counts up Degree: list and document are read again as soon as it is done.
  useEffect(() => onPrinted(mdl, outdate), [mdl, outdate]);
  const [first, ...more] = screen.print;
  if (first === undefined || !mayPrint) return null;
  const open = (template: string) => {
    const mark = ids.length > MOST_IN_ADDRESS ? "#" : "?";
    window.open(`/print/${mdl}/${encodeURIComponent(template)}${mark}ids=${ids.map(encodeURIComponent).join(",")}`, "_blank");
  };
  const button = (
    <Button
      icon={<PrinterOutlined />}
      disabled={ids.length === 0}
      data-testid="print"
      {...(more.length === 0 && { onClick: () => open(first.template) })}
    >
      打印{more.length > 0 && <DownOutlined />}
    </Button>
  );
  if (more.length === 0) return <Tooltip title={ids.length === 0 ? "请先勾选单据" : null}>{button}</Tooltip>;
  return (
    <Dropdown
      trigger={["click"]}
      disabled={ids.length === 0}
      menu={{
        items: screen.print.map(({ template, title }) => ({ key: template, label: title })),
        onClick: ({ key }) => open(key),
      }}
    >
      {button}
    </Dropdown>
  );
}
