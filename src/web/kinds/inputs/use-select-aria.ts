import { useLayoutEffect } from "react";
import { type AskedField, ariaOf } from "./input-kind.ts";

/**
 * What a list tells assistive technology. antd would put it on the frame around its field as well, where it means nothing: it is
 * written to the field alone. Answers what antd itself gets.
 */
export function useSelectAria(props: AskedField): { readonly id: string } {
  const { id, ...told } = ariaOf(props);
  const attributes = JSON.stringify(told);
  useLayoutEffect(() => {
    const input = document.getElementById(id);
    const values = JSON.parse(attributes) as Readonly<Record<string, string | boolean>>;
    for (const [name, value] of Object.entries(values)) input?.setAttribute(name, String(value));
    return () => {
      for (const name of Object.keys(values)) input?.removeAttribute(name);
    };
  }, [id, attributes]);
  return { id };
}
