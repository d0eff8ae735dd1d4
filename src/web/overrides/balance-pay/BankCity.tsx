import { Cascader, Form } from "antd";
import { useCall } from "../../data/use-call.ts";
import { PAY_CALLS } from "./pay-calls.ts";

interface Province {
  readonly provinceName: string;
  readonly citys: readonly { readonly cityName: string }[];
}

/** Where the receiving bank is: what is picked begins its name. */
export function BankCity({ onPick }: { onPick: (city: string) => void }) {
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
