import type { FormField } from "../../../shared/protocol/form.ts";

/** Whom a job is started for, as the chooser of the forms takes it. */
export const SUPPLIER: FormField = {
  name: "provid",
  title: "供应商",
  type: "ref",
  codeType: "text",
  note: "",
  isRequired: false,
  isFixed: false,
  isWritable: true,
  length: null,
  minLength: null,
  min: null,
  max: null,
  check: null,
  input: null,
  options: [],
  narrowedBy: [],
  derived: null,
  prefill: null,
  readFrom: null,
  initial: null,
};
