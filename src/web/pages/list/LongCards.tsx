import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { WireRow } from "../../../shared/protocol/list.ts";
import type { ScreenModel } from "../../../shared/protocol/screen.ts";
import { CardRows } from "./CardRows.tsx";
import { blocksIn } from "./card-blocks.ts";
import type { ListState } from "./use-list.ts";
import { usePrinting } from "./use-printing.ts";
import type { Selection } from "./use-selection.ts";
import { WaitFailure } from "./WaitRow.tsx";

/** Cards that are drawn, and left out, together. */
const BLOCK = 20;
/** px of a card that nobody has seen yet. */
const USUAL = 150;
/** px before and after what is in view where cards are drawn. */
const AROUND = 600;

interface LongCardsProps {
  readonly screen: ScreenModel;
  readonly all: NonNullable<ListState["all"]>;
  readonly selection: Selection | null;
}

/** All rows of a list as cards, of which those in view are drawn. Cards differ in height: those that were seen are known, the others are taken as usual ones. */
export function LongCards({ screen, all, selection }: LongCardsProps) {
  const box = useRef<HTMLDivElement>(null);
  const heights = useRef(new Map<number, number>());
  const isPrinting = usePrinting();
  const [view, setView] = useState({ from: 0, to: 1 });
  const count = Math.ceil(all.total / BLOCK);
  const heightOf = (block: number) => heights.current.get(block) ?? Math.min(BLOCK, all.total - block * BLOCK) * USUAL;
  const between = (from: number, to: number) => {
    let sum = 0;
    for (let block = from; block < to; block++) sum += heightOf(block);
    return sum;
  };
  const look = () => {
    const scroller = box.current?.closest<HTMLElement>(".cards-rows");
    if (scroller == null || box.current === null) return;
    const top = scroller.getBoundingClientRect().top - box.current.getBoundingClientRect().top;
    const [from, to] = blocksIn(heightOf, count, top - AROUND, top + scroller.clientHeight + AROUND);
    setView((old) => (old.from === from && old.to === to ? old : { from, to }));
    all.pages.look(from * BLOCK, Math.min(to * BLOCK, all.total));
  };
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const scroller = box.current?.closest<HTMLElement>(".cards-rows");
    const onScroll = () => latest.current();
    scroller?.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller?.removeEventListener("scroll", onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at their first
  useLayoutEffect(() => {
    heights.current.clear();
    box.current?.closest(".cards-rows")?.scrollTo({ top: 0, behavior: "instant" });
    latest.current();
  }, [all.pages]);
  // What is drawn is measured: what stands below it then stands where it belongs.
  useLayoutEffect(() => {
    for (const block of box.current?.querySelectorAll<HTMLElement>(":scope > [data-block]") ?? [])
      heights.current.set(Number(block.dataset.block), block.offsetHeight);
  });
  const { from, to } = isPrinting ? { from: 0, to: count } : { from: Math.min(view.from, count), to: Math.min(view.to, count) };
  return (
    <div ref={box}>
      <div style={{ height: between(0, from) }} />
      {Array.from({ length: to - from }, (_, at) => from + at).map((block) => (
        <Block key={block} block={block} screen={screen} all={all} selection={selection} isPrinting={isPrinting} />
      ))}
      <div style={{ height: between(to, count) }} />
    </div>
  );
}

interface BlockProps extends LongCardsProps {
  readonly block: number;
  readonly isPrinting: boolean;
}

function Block({ block, screen, all, selection, isPrinting }: BlockProps) {
  const first = block * BLOCK;
  const places = Array.from({ length: Math.max(0, Math.min(BLOCK, all.total - first)) }, (_, at) => first + at);
  const rows = places.flatMap((place): WireRow[] => [all.rowAt(place) ?? []].flat());
  const failure = all.failureAt(first);
  const missing = isPrinting ? 0 : places.length - rows.length;
  return (
    <div data-block={block}>
      <CardRows screen={screen} rows={rows} selection={selection} />
      {missing > 0 && (
        <div className="cards-wait" style={{ height: missing * USUAL }} aria-hidden={failure === undefined} data-testid="row-wait">
          {failure !== undefined && <WaitFailure failure={failure} onRetry={() => all.pages.retry(first)} />}
        </div>
      )}
    </div>
  );
}
