"use client";

import { Component, type ReactNode } from "react";
import { reportFailure } from "./report-failure.ts";

type IsolatedProps = {
  /** The name of the part in error reports. */
  label: string;
  children: ReactNode;
  /** Shown in place of a failed part; nothing by default. */
  instead?: ReactNode;
};

/** Error boundary for parts that the page can do without. */
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
