import { Component, type ReactNode } from "react";
import { takesChunkFailure } from "../../feedback/chunk-failure.ts";
import { FailedPage } from "./FailedPage.tsx";
import { MissingPart } from "./MissingPart.tsx";

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
    return takesChunkFailure(error) ? <MissingPart /> : <FailedPage error={error} onRetry={() => this.setState({ error: null })} />;
  }
}
