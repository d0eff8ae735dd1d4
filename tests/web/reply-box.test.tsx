import { screen as drawn, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import type { ScreenAction, ScreenModel } from "../../src/shared/protocol/screen.ts";
import { ReplyBox } from "../../src/web/overrides/advice/ReplyBox.tsx";
import { draw } from "./kinds/draw.tsx";

const SCREEN = { MdlId: 7, actions: [], show: { titleField: "title" } } as unknown as ScreenModel;
const ACTION = { action: "reply", title: "回复", reasonTitle: "回复内容" } as unknown as ScreenAction;

function Box() {
  const [text, setText] = useState("");
  return <ReplyBox screen={SCREEN} action={ACTION} row={{ Id: 1, rowver: 1 }} isTold text={text} onText={setText} />;
}

it("takes nothing while the reply is being sent, and keeps what was typed when that fails", async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const { user } = draw(<Box />);
  const box = drawn.getByTestId<HTMLTextAreaElement>("advice-reply");
  await user.type(box, "已处理");
  await user.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.keyboard("。另外");
  expect([box.value, document.activeElement === box]).toEqual(["已处理", true]);
  answers[0]?.(Response.json({ Code: 422, Msg: "现在不行", Result: {} }));
  await waitFor(() => expect(box.readOnly).toBe(false));
  await user.keyboard("。");
  expect(box.value).toBe("已处理。");
});
