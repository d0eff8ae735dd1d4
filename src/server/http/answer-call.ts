import { grantedModule, requireFunction } from "../auth/authorize.ts";
import { personasOf } from "../base/viewer.ts";
import { askerOf } from "./admission.ts";
import { required } from "./required.ts";
import type { Address, ModuleCall, ModuleRoute, SessionCall, SessionRoute } from "./route.ts";

/*
 * What stands between somebody who is signed in and an answer: his rights, and his turn. Whoever answers with what another address answers
 * goes through here as well (docs/decisions/127).
 */

/** The answer of an address for whoever is signed in. */
export function answerSession(route: SessionRoute, call: SessionCall): Promise<object> {
  return admitted(route, call);
}

/** The answer of an address of a module; `mdl`: the one that the address names. Refuses as grantedModule and requireFunction do. */
export async function answerModule(route: ModuleRoute, call: SessionCall, mdl?: string): Promise<object> {
  return admitted(route, withModule(call, mdl, route));
}

/** The answer, when it is the caller's turn. */
function admitted<C extends SessionCall>(
  { handle, waits, weight: weightOf }: Pick<Address<unknown, C>, "handle" | "waits" | "weight">,
  call: C,
): Promise<object> {
  if (waits?.(call) === true) return handle(call);
  const weight = call.params.purpose === "export" ? "heavy" : (weightOf?.(call) ?? "usual");
  return call.services.admission.run(askerOf(call.session.viewer), weight, () => handle(call), call.left());
}

function withModule(call: SessionCall, named: string | undefined, { module: fixed, access }: ModuleRoute): ModuleCall {
  const { registry } = call.context;
  const module = grantedModule(registry, call.session, named ?? fixed?.toString() ?? required(call.params, "mdl"));
  // guard key: tests/server/money/balance-pay-calls.test.ts
  if (access.function !== null) requireFunction(registry, call.session, module, access.function);
  if (access.function === null || access.function === "query") return { ...call, module };
  // Who has the function from somebody who is away does all of it for him.
  const [viewer] = personasOf(call.context.viewer, module.id, access.function);
  return { ...call, module, context: { ...call.context, viewer } };
}
