import { Button } from "antd";
import { Component, type ReactNode, useEffect, useState } from "react";
import {
  type ChunkFailureId,
  chunkFailureDrawn,
  chunkFailureText,
  isChunkFailure,
  RELOAD,
  whyChunkFailed,
} from "../../feedback/chunk-failure.ts";
import { FailedPage, MessagePage } from "./FailedPage.tsx";

interface PageBoundaryProps {
  /** Another place is another page: what was broken is forgotten. */
  readonly place: string;
  readonly children: ReactNode;
}

interface PageBoundaryState {
  readonly error: Error | null;
}

/** Keeps what breaks in a page inside it: says so in its place, where a white page would be. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): PageBoundaryState {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate({ place }: PageBoundaryProps): void {
    if (place !== this.props.place && this.state.error !== null) this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return isChunkFailure(error) ? (
      <MissingPart error={error} />
    ) : (
      <FailedPage error={error} onRetry={() => this.setState({ error: null })} />
    );
  }
}

const HINTS: Readonly<Record<ChunkFailureId, string>> = {
  updated: "当前页面属于旧版本，刷新后即可继续使用；未保存的内容请先记下。",
  offline: "网络恢复后请刷新页面。",
};

/** In the place of a page a part of which could not be loaded. */
function MissingPart({ error }: { error: Error }) {
  const [why, setWhy] = useState<ChunkFailureId | null>(null);
  useEffect(() => {
    chunkFailureDrawn(error);
    void whyChunkFailed().then(setWhy);
  }, [error]);
  if (why === null) return <div className="boot" />;
  return (
    <MessagePage sign="!" title={chunkFailureText(why)} text={HINTS[why]} testId="missing-part">
      <Button type="primary" onClick={() => location.reload()}>
        {RELOAD}
      </Button>
    </MessagePage>
  );
}
