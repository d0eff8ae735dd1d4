import type { MenuEntry, MenuResult } from "../../shared/protocol/screen.ts";
import type { Group, ModuleEntry, Registry } from "../../shared/registry/model.ts";
import { profileOf, type Viewer } from "../viewer.ts";

/** The menu of a user: granted modules in their groups; a group without any is left out. */
export function projectMenu({ registry, viewer }: { readonly registry: Registry; readonly viewer: Viewer }): MenuResult {
  const { modules } = profileOf(registry, viewer.shopId);
  const isGranted = ({ id }: ModuleEntry) => viewer.rights.has(id) && modules[id] !== undefined;
  const groups = registry.groups.map((group) => groupEntry(group, group.modules.filter(isGranted).map(moduleEntry)));
  return { title: registry.title, version: registry.version, modules: groups.filter(({ children }) => children.length > 0) };
}

function groupEntry({ id, path, title, icon, alwaysShow }: Group, children: readonly MenuEntry[]): MenuEntry {
  return { MdlId: id, PrtId: 0, path, aliases: [], name: path.slice(1), title, icon, hidden: false, alwaysShow, affix: false, children };
}

function moduleEntry({ id, groupId, path, aliases, name, title, icon, hidden, affix }: ModuleEntry): MenuEntry {
  return { MdlId: id, PrtId: groupId, path, aliases, name, title, icon, hidden, alwaysShow: false, affix, children: [] };
}
