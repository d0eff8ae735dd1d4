import { AuditButton } from "./AuditButton.tsx";
import { HeldPairsButton } from "./HeldPairsButton.tsx";

/** What auditors ask for beside the log. */
export default function AuditButtons() {
  return (
    <>
      <AuditButton />
      <HeldPairsButton />
    </>
  );
}
