import { fieldWords } from "../../../../src/shared/registry/checks/field-words.ts";
import { knownSettings } from "../../../../src/shared/registry/checks/known-names.ts";
import {
  declaredSettings,
  readSettings,
  settingFields,
  settingTypes,
  settingValues,
  settingWords,
} from "../../../../src/shared/registry/checks/settings.ts";
import { BILL, mutation } from "./mutation.ts";

const SETTINGS = "schemas/shared/settings.json";
const PAYMENT = "schemas/entities/payment.json";
const SETTING = "schemas/entities/setting.json";
const PAGE = "schemas/modules/system/settings.json";
const of = (key: string, ...path: readonly string[]) => ["settings", key, ...path] as const;

/** Settings that mean nothing, that nobody reads, or that are read and not there (docs/decisions/109). */
export const settingMutations = [
  mutation(
    settingWords,
    [[SETTINGS, of("bill.lapses", "unit"), "天"]],
    'shared/settings.json /settings/bill.lapses/unit "unit" is for int, money; bill.lapses is bool',
  ),
  mutation(
    settingWords,
    [[SETTINGS, of("desk.colour", "values")]],
    'shared/settings.json /settings/desk.colour desk.colour is an enum and needs "values"',
  ),
  mutation(
    settingWords,
    [[SETTINGS, of("desk.name", "empty")]],
    'shared/settings.json /settings/desk.name desk.name has neither a "default" nor an "empty", which says what it means that nothing is set',
  ),
  mutation(
    settingWords,
    [[SETTINGS, of("bill.days", "empty"), "不限"]],
    "shared/settings.json /settings/bill.days/empty bill.days has a default: it is never empty",
  ),
  mutation(
    settingValues,
    [[SETTINGS, of("bill.days", "max"), "banana"]],
    'shared/settings.json /settings/bill.days/max "banana" is no value of bill.days (int)',
  ),
  mutation(
    settingValues,
    [[SETTINGS, of("bill.days", "min"), 91]],
    "shared/settings.json /settings/bill.days/min no value is at least 91 and at most 90",
  ),
  mutation(
    settingValues,
    [[SETTINGS, of("bill.days", "default"), 91]],
    "shared/settings.json /settings/bill.days/default 91 is no value of bill.days (int) (at least 0 and at most 90)",
  ),
  mutation(
    settingValues,
    [[SETTINGS, of("bill.lapses", "default"), "yes"]],
    'shared/settings.json /settings/bill.lapses/default "yes" is no value of bill.lapses (bool)',
  ),
  mutation(
    settingTypes,
    [[PAYMENT, ["fields", "paidtime", "default", "todayPlus"], "bill.lapses"]],
    "entities/payment.json /fields/paidtime/default/todayPlus bill.lapses is bool; this takes int",
  ),
  mutation(
    settingTypes,
    [[BILL, ["due", 0, "setting"], "bill.days"]],
    "entities/bill.json /due/0/setting bill.days is int; this takes bool",
  ),
  mutation(
    knownSettings,
    [[PAYMENT, ["fields", "paidtime", "default", "todayPlus"], "bill.day"]],
    'entities/payment.json /fields/paidtime/default/todayPlus unknown setting "bill.day" (did you mean "bill.days"?)',
  ),
  mutation(
    declaredSettings,
    [[SETTINGS, of("desk.colour")]],
    'modules.json /features/0 the code of "desk" reads the setting "desk.colour", which schemas/shared does not declare (known: bill.days, bill.lapses, desk.name)',
  ),
  mutation(
    declaredSettings,
    [[SETTINGS, of("desk.name")]],
    'modules.json / the engine reads the setting "desk.name", which schemas/shared does not declare (known: bill.days, bill.lapses, desk.colour)',
  ),
  mutation(
    readSettings,
    [[BILL, ["due", 0, "setting"]]],
    'shared/settings.json /settings/bill.lapses nothing reads the setting "bill.lapses": no word of the files, nor code',
  ),
  mutation(
    settingFields,
    [[SETTING, ["fields", "Key", "type"], "int"]],
    "entities/setting.json /fields/Value/setting Key (int) holds no key of a setting (name a stored string)",
  ),
  mutation(
    settingFields,
    [[PAGE, ["form", "value"], "Label"]],
    'modules/system/settings.json /form/value Label is no value of a setting (say "setting" at the field)',
  ),
  mutation(
    fieldWords,
    [[SETTING, ["fields", "Value", "type"], "string"]],
    'entities/setting.json /fields/Value/setting "setting" is for text; Value is string',
  ),
];
