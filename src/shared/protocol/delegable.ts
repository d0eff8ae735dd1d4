/** Result of Delegable: what somebody may have done by a colleague, by group of the menu and page. */
export interface DelegableResult {
  readonly groups: readonly {
    readonly title: string;
    readonly modules: readonly {
      readonly MdlId: number;
      readonly title: string;
      readonly functions: readonly { readonly key: string; readonly title: string }[];
    }[];
  }[];
}
