/** Result of Delegable and Scopes: what may be ticked, by group of the menu and page. */
export interface PageChoices {
  readonly groups: readonly {
    readonly title: string;
    readonly modules: readonly {
      readonly MdlId: number;
      readonly title: string;
      readonly functions: readonly { readonly key: string; readonly title: string }[];
    }[];
  }[];
}
