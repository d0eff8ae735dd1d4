import { Modal } from "antd";
import dayjs from "dayjs";
import { useEffect, useState } from "react";
import { dayOf } from "../../../shared/domain/day.ts";
import type { JobProgress } from "../../../shared/protocol/job.ts";
import type { ScreenAction, ScreenModel } from "../../../shared/protocol/screen.ts";
import { moduleUrl } from "../../api/endpoints.ts";
import { useCall, useCommand, useOutdate } from "../../data/use-call.ts";
import DateRangeBox from "../../kinds/DateRangeBox.tsx";
import { RefInput } from "../../kinds/inputs/ref.tsx";
import { periodPresets } from "../../kinds/text/range-presets.ts";
import { GenerateProgress } from "./GenerateProgress.tsx";
import "../../kinds/inputs/inputs.css";

const NO_ROW = {};

/** Asks for the period and the supplier, starts the work, and shows how far it is; closing it stops nothing. */
export default function GenerateModal({ screen, action, onClose }: { screen: ScreenModel; action: ScreenAction; onClose: () => void }) {
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
      onCancel={onClose}
      onOk={() => (isAsked && days !== null ? start(days[0], days[1], provid) : onClose())}
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
                presets={periodPresets(dayjs(dayOf(new Date())))}
                isPast
              />
            </div>
            <small>含起止两天，止日须早于今天</small>
          </div>
          <div data-testid="generate-supplier">
            <label htmlFor="generate-provid">供应商</label>
            <RefInput
              field={SUPPLIER}
              id="generate-provid"
              value={provid}
              onChange={(value) => setProvid(String(value ?? ""))}
              source={{ mdl, entity: null, call: "GenerateOptions" }}
              narrow={NO_ROW}
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

const EVERY_MS = 800;

/** Starts the making of rows for a period and a supplier (empty: every one), and follows it until it is done. */
function useGenerate(mdl: string) {
  const outdate = useOutdate();
  const { run, isRunning } = useCommand();
  const [started, setStarted] = useState<JobProgress | null>(null);
  const isUnderWay = started !== null && !started.isDone;
  const { data: now } = useCall<JobProgress>(
    moduleUrl(mdl, "GenerateStatus"),
    { job: started?.job },
    {
      of: "fixed",
      enabled: isUnderWay,
      cacheTime: 0,
      refetchInterval: (progress) => (progress?.isDone === true ? false : EVERY_MS),
    },
  );
  const progress = now ?? started;
  const isDone = progress?.isDone === true;
  useEffect(() => {
    if (isDone) outdate();
  }, [isDone, outdate]);

  const start = (startdate: string, enddate: string, provid: string): void => {
    const params = { startdate, enddate, ...(provid !== "" && { provid }) };
    run<JobProgress>({ url: moduleUrl(mdl, "Generate"), params }).then(setStarted, () => undefined);
  };
  return { start, progress, isStarting: isRunning };
}

/** Whom a job is started for. */
const SUPPLIER = { name: "provid", title: "供应商", isRequired: false };
