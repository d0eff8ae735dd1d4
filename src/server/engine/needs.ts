import type { Needs } from "../../shared/registry/code.ts";
import { Enabled } from "../generated/entities.ts";

const SIDES = ["shop", "supplier"] as const;
/** The code of whatever is in use; all others are not. */
const IN_USE = [Enabled.enabled];

/**
 * What the engine, the sign-in and the frame around the pages read and write of any registry, whatever its trade
 * (docs/architecture.md, "What any registry must have"). Fields of a list are enums that have at least these codes.
 */
export const ENGINE_NEEDS: Needs = {
  Shop: {
    fields: {
      SHOP_ID: "string",
      ShopName: "string",
      ShopKind: "enum",
      MarketId: "ref",
      logo: "url",
      contractend: "date",
      statu: IN_USE,
    },
  },
  Provider: { fields: { provid: "string", Provider: "string", company_providerDisplayName: "string", statu: IN_USE } },
  User: {
    fields: {
      USER_ID: "string",
      UsrName: "string",
      UserKind: ["retail", "supplier"],
      PROV_ID: "ref",
      GroupId: "ref",
      isconfirm: "bool",
      statu: IN_USE,
      lastlogin: "datetime",
      pwdtime: "datetime",
    },
  },
  UserGroup: { fields: { GroupId: "string", allModules: "bool", statu: IN_USE } },
  GroupModule: { fields: { GroupId: "ref", MdlId: "int", Funcs: "text" } },
  EventLog: {
    fields: {
      provid: "string",
      entity: "string",
      bllid: "string",
      MdlId: "int",
      action: "string",
      fromStt: "string",
      toStt: "string",
      reason: "text",
      USER_ID: "string",
      UsrName: "string",
      createtime: "datetime",
      reqkey: "string",
    },
  },
  TaskState: { fields: { provid: "string", entity: "string", bllid: "string", side: SIDES, taskcount: "int" } },
  Message: {
    fields: {
      side: SIDES,
      USER_ID: "string",
      entity: "string",
      bllid: "string",
      Billid: "string",
      title: "string",
      content: "text",
      sendtime: "datetime",
      isread: "bool",
    },
  },
  ConfigItem: { fields: { ConfigKey: "string", ConfigValue: "text", DefaultValue: "text", statu: IN_USE } },
  Attachment: {
    fields: {
      provid: "string",
      url: "url",
      name: "string",
      mime: "string",
      size: "int",
      creator: "string",
      createtime: "datetime",
    },
  },
};
