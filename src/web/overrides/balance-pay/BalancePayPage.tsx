import { Navigate, useSearchParams } from "react-router-dom";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { ListPage } from "../../pages/list/ListPage.tsx";
import { PAY_CALLS } from "./bill.ts";
import { PayListButtons } from "./PageButtons.tsx";
import { mergedPath, PayTabs } from "./PayTabs.tsx";

/** The payment page (503): the list of every page, over the call that tells of each bill what may be done with it. */
export default function BalancePayPage({ screen }: { screen: ScreenModel }) {
  const [params] = useSearchParams();
  // Where merged payments were listed once.
  if (params.get("tab") === "merged") return <Navigate to={mergedPath(screen.path)} replace />;
  return (
    <ListPage
      screen={screen}
      url={PAY_CALLS.bills}
      aside={<PayTabs screen={screen} />}
      buttons={(selection, list) => <PayListButtons screen={screen} selection={selection} list={list} />}
    />
  );
}
