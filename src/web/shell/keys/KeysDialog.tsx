import { Modal } from "antd";
import { KEY_TABLE } from "./key-table.ts";
import "./keys.css";

/** The keys of the portal. */
export default function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal open title="快捷键" footer={null} onCancel={onClose}>
      <div className="keys" data-testid="keys">
        {KEY_TABLE.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
