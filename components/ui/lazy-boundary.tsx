"use client";

import { Component, type ReactNode, Suspense } from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { notify } from "./notify.ts";
import { reportFailure } from "./report-failure.ts";

type LazyBoundaryProps = { children: ReactNode; onFailure: () => void };

/** Error boundary for lazily loaded code: a failed load shows a toast, and the page stays. */
export class LazyBoundary extends Component<LazyBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    reportFailure("lazy", error);
    notify({ tone: "bad", text: clientText("ui")("loadFailed") });
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
