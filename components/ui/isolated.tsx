"use client";

import { Component, type ReactNode } from "react";
import { reportFailure } from "./report-failure.ts";

type IsolatedProps = {
  /** Names the part in the error report. */
  label: string;
  children: ReactNode;
  /** What stands in its place when it fails; nothing without one. */
  instead?: ReactNode;
};

/** Around what the page can do without: when it fails, the rest does not notice. */
export class Isolated extends Component<IsolatedProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    reportFailure(this.props.label, error);
  }

  override render(): ReactNode {
    return this.state.failed ? (this.props.instead ?? null) : this.props.children;
  }
}
