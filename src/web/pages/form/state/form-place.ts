/** DOM id of the control of a head field. */
export const fieldId = (field: string): string => `field-${field}`;

/** DOM id of the control of a line's field. */
export const cellId = (key: string, field: string): string => `cell-${key}-${field}`;

/** DOM id of a table of lines. */
export const linesId = (entity: string): string => `lines-${entity}`;

const FOCUSABLE = "input:not([type=hidden]), textarea, button, [tabindex]";

/** Puts the cursor into a control, or into the first one within, and brings it into view. Whether there was one. */
export function focusElement(id: string): boolean {
  const element = document.getElementById(id);
  if (element === null) return false;
  const target = element.matches(FOCUSABLE) ? element : (element.querySelector<HTMLElement>(FOCUSABLE) ?? element);
  target.scrollIntoView({ block: "center", inline: "nearest" });
  target.focus({ preventScroll: true });
  return true;
}
