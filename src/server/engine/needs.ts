import { mergeNeeds, type Needs } from "../../shared/registry/code.ts";
import { ENGINE } from "../generated/contracts.ts";
import { Enabled } from "../generated/entities.ts";

const SIDES = ["shop", "supplier"] as const;
/** The code of whatever is in use; all others are not. */
const IN_USE = [Enabled.enabled];

/** What is read and written by names that the compiler does not see: in SQL, and of rows of any entity. */
const BY_NAME: Needs = {
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
  TaskState: { fields: { side: SIDES } },
  Message: { fields: { side: SIDES, USER_ID: "string", isread: "bool" } },
  ConfigItem: { fields: { scope: ["shop", "website", "system", "person", "former"], ValueType: "enum" } },
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

/**
 * What the engine, the sign-in and the frame around the pages rely on in any registry, whatever its trade (docs/architecture.md, "What
 * any registry must have"). Fields of a list are enums that have at least these codes. Whoever loads a registry hands it to the checks.
 */
export const ENGINE_NEEDS: Needs = mergeNeeds(BY_NAME, ENGINE);

export { ENGINE_SETTINGS } from "../generated/contracts.ts";

/** Flags of profiles that sign-in, the frame and the manual ask for. */
export const ENGINE_FLAGS = ["contractGuard", "allowPaths", "ownLayout", "advice"] as const;
