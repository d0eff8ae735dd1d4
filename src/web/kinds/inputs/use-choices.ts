import { useEffect, useLayoutEffect, useState } from "react";
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

/** Whether a list is open. One that shall be at once waits for the press that drew it to end, which would close it again. */
export function useListOpen(opensAtOnce = false): [boolean, (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!opensAtOnce) return;
    const timer = setTimeout(() => setOpen(true));
    return () => clearTimeout(timer);
  }, [opensAtOnce]);
  return [isOpen, setOpen];
}

/** The value once it has not changed for so many ms. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
