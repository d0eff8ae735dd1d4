import { PAGE_KINDS } from "./page-kinds.ts";
import { Screen } from "./Screen.tsx";

/** The main page of any module. */
export default function ModulePage({ mdl }: { mdl: string }) {
  return (
    <Screen mdl={mdl}>
      {(screen) => {
        const Page = PAGE_KINDS[screen.page];
        return <Page screen={screen} />;
      }}
    </Screen>
  );
}
