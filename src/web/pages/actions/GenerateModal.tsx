import { Modal } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import type { FormField } from "../../../shared/protocol/form.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import DateRangeBox from "../../kinds/DateRangeBox.tsx";
import { ref } from "../../kinds/inputs/ref.tsx";
import { periodPresets } from "../../kinds/text/range-presets.ts";
import { GenerateProgress } from "./GenerateProgress.tsx";
import { useGenerate } from "./use-generate.ts";
import "../../kinds/inputs/inputs.css";

interface GenerateModalProps {
  readonly screen: ScreenModel;
  readonly action: ScreenAction;
  readonly onClose: () => void;
}

const NO_ROW = {};

/** Asks for the period and the supplier, starts the work, and shows how far it is; closing it stops nothing. */
export default function GenerateModal({ screen, action, onClose }: GenerateModalProps) {
  const mdl = String(screen.MdlId);
  const { start, progress, isStarting } = useGenerate(mdl);
  const [days, setDays] = useState<readonly [string, string] | null>(null);
  const [provid, setProvid] = useState("");
  const isAsked = progress === null;
  return (
    <Modal
      open
      title={action.title}
      okText={isAsked ? "开始生成" : "关闭"}
      cancelText="取消"
      onCancel={onClose}
      onOk={() => (isAsked && days !== null ? start({ startdate: days[0], enddate: days[1], provid }) : onClose())}
      confirmLoading={isStarting}
      maskClosable={false}
      okButtonProps={{ disabled: isAsked && days === null, "data-testid": "generate-ok" }}
      {...(!isAsked && { cancelButtonProps: { style: { display: "none" } } })}
    >
      {progress === null ? (
        <div className="generate-form">
          <div>
            <label htmlFor="generate-days">账期</label>
            <div className="generate-days">
              <DateRangeBox
                id="generate-days"
                title="账期"
                testId="generate-days"
                days={days}
                onChange={(picked) => setDays(picked ?? null)}
                presets={periodPresets(dayjs())}
                isPast
              />
            </div>
            <small>含起止两天，止日须早于今天</small>
          </div>
          <div data-testid="generate-supplier">
            <label htmlFor="generate-provid">供应商</label>
            <ref.Control
              field={SUPPLIER}
              id="generate-provid"
              value={provid}
              onChange={(value) => setProvid(String(value ?? ""))}
              source={{ mdl, entity: null, call: "GenerateOptions" }}
              narrow={NO_ROW}
              isCell={false}
              opensAtOnce={false}
              isInvalid={false}
              describedBy="generate-provid-note"
            />
            <small id="generate-provid-note">不选则为全部供应商生成；同一供应商同一账期不会重复生成</small>
          </div>
        </div>
      ) : (
        <GenerateProgress progress={progress} />
      )}
    </Modal>
  );
}

/** Whom a job is started for, as the chooser of the forms takes it. */
const SUPPLIER: FormField = {
  name: "provid",
  title: "供应商",
  type: "ref",
  codeType: "text",
  note: "",
  isRequired: false,
  isFixed: false,
  isWritable: true,
  length: null,
  minLength: null,
  min: null,
  max: null,
  check: null,
  input: null,
  options: [],
  narrowedBy: [],
  derived: null,
  prefill: null,
  readFrom: null,
  initial: null,
};
