import { App, Cascader, DatePicker, Form, Input, Select } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useCall } from "../../data/use-call.ts";
import { SteadyModal } from "../../pages/actions/SteadyModal.tsx";
import { useKeyedCall } from "../../pages/actions/use-keyed-call.ts";
import { PAY_CALLS, type PayDialogProps, textOf } from "./bill.ts";

const LENGTH = { BankName: 100, Remark: 500 } as const;
const DAY = "YYYY-MM-DD";
/** The way of payment whose bank wants to know the place of the receiving one (docs/decisions/46). */
const WITH_CITY = 3;

interface Values {
  readonly PayWay?: number | null;
  readonly BankName?: string;
  readonly BankAcct?: string;
  readonly planpaydate?: Dayjs | null;
  readonly Remark?: string;
}

/** 修改付款信息 (docs/decisions/44): how a bill is paid, where to, and when. */
export default function PayInfoModal({ screen, bills, onClose }: PayDialogProps) {
  const { message } = App.useApp();
  const [form] = Form.useForm<Values>();
  const payWay = Form.useWatch("PayWay", form);
  const { send, isRunning } = useKeyedCall();
  const [bill] = bills;
  if (bill === undefined) return null;
  const { row } = bill;
  const ways = screen.columns.find(({ field }) => field === "PayWay")?.labels ?? [];
  const day = dayjs(textOf(row, "planpaydate"));
  const save = async () => {
    const { PayWay, BankName = "", BankAcct = "", planpaydate, Remark = "" } = await form.validateFields();
    const values = {
      id: bill.id,
      rowver: String(row.rowver ?? ""),
      PayWay: PayWay ?? "",
      BankName,
      BankAcct,
      planpaydate: planpaydate?.format(DAY) ?? "",
      Remark,
    };
    if ((await send({ title: "修改付款信息", url: PAY_CALLS.update, params: values })) === null) return;
    void message.success(`已修改 ${bill.number} 的付款信息`);
    onClose();
  };
  return (
    <SteadyModal title={`修改付款信息：${bill.number}`} okText="保存" isRunning={isRunning} onOk={save} onClose={onClose}>
      <Form<Values>
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          PayWay: row.PayWay === null ? null : Number(row.PayWay),
          BankName: textOf(row, "BankName"),
          BankAcct: textOf(row, "BankAcct"),
          planpaydate: day.isValid() && textOf(row, "planpaydate") !== "" ? day : null,
          Remark: textOf(row, "Remark"),
        }}
      >
        <Form.Item name="PayWay" label="付款方式">
          <Select allowClear options={ways.map(({ value, text }) => ({ value: Number(value), label: text }))} data-testid="pay-way" />
        </Form.Item>
        {payWay === WITH_CITY && (
          <BankCity onPick={(city) => form.setFieldValue("BankName", placed(city, String(form.getFieldValue("BankName") ?? "")))} />
        )}
        <Form.Item name="BankAcct" label="收款账号" extra="供应商生效的收款账户；新账户请到“基础资料维护”申请">
          <PayeeSelect bill={bill.id} onPick={(bank) => form.setFieldValue("BankName", bank)} />
        </Form.Item>
        <Form.Item name="BankName" label="收款行">
          <Input maxLength={LENGTH.BankName} data-testid="pay-bank" />
        </Form.Item>
        <Form.Item name="planpaydate" label="计划付款日">
          <DatePicker className="input-day" format={DAY} placeholder="请选择日期" data-testid="pay-day" />
        </Form.Item>
        <Form.Item name="Remark" label="备注">
          <Input.TextArea rows={2} maxLength={LENGTH.Remark} showCount data-testid="pay-remark" />
        </Form.Item>
      </Form>
    </SteadyModal>
  );
}

/** The bank with its place before it, instead of one picked earlier. */
const placed = (city: string, bank: string): string => `${city} ${bank.split(" ").at(-1) ?? ""}`;

interface PayeeAccount {
  readonly BankName: string;
  readonly BankAcct: string;
  readonly isMain: boolean;
}

interface PayeeSelectProps {
  readonly bill: string;
  readonly onPick: (bank: string) => void;
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (account: string) => void;
}

/** The accounts the supplier may be paid to; the bank comes with the one that is picked. */
function PayeeSelect({ bill, onPick, id, value, onChange }: PayeeSelectProps) {
  const { data, isLoading } = useCall<{ readonly accounts: readonly PayeeAccount[] }>(PAY_CALLS.accounts, { id: bill });
  const accounts = data?.accounts ?? [];
  return (
    <Select
      {...(id !== undefined && { id })}
      value={value || null}
      loading={isLoading}
      placeholder="请选择收款账户"
      notFoundContent={isLoading ? "加载中…" : "该供应商没有生效的收款账户"}
      options={accounts.map(({ BankName, BankAcct, isMain }) => ({
        value: BankAcct,
        label: `${BankAcct}（${BankName}${isMain ? "，档案账号" : ""}）`,
      }))}
      onChange={(account: string) => {
        onChange?.(account);
        onPick(accounts.find(({ BankAcct }) => BankAcct === account)?.BankName ?? "");
      }}
      data-testid="pay-account"
    />
  );
}

interface Province {
  readonly provinceName: string;
  readonly citys: readonly { readonly cityName: string }[];
}

/** Where the receiving bank is: what is picked begins its name. */
function BankCity({ onPick }: { onPick: (city: string) => void }) {
  const { data = [] } = useCall<readonly Province[]>(
    PAY_CALLS.cities,
    {},
    {
      of: "fixed",
      isSilent: true,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  const options = data.map(({ provinceName, citys }) => ({
    value: provinceName,
    label: provinceName,
    children: citys.map(({ cityName }) => ({ value: cityName, label: cityName })),
  }));
  return (
    <Form.Item label="收款行所在地" htmlFor="pay-city" extra="选定后写在收款行名称之前">
      <Cascader
        id="pay-city"
        showSearch
        placeholder="省份 / 城市"
        options={options}
        onChange={(picked) => {
          const names = [...new Set((picked ?? []).map(String))];
          if (names.length > 0) onPick(names.join(""));
        }}
      />
    </Form.Item>
  );
}
