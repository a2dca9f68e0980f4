"use client";

import { Component, type ReactNode, Suspense } from "react";
import { notify } from "./notify.ts";

type LazyBoundaryProps = { children: ReactNode; onFailure: () => void };

/** Around code that is loaded on demand: when it can not be loaded, a message says so and the page stays. */
export class LazyBoundary extends Component<LazyBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error): void {
    reportError(error);
    notify({
      tone: "bad",
      text: "A part of this page could not be loaded. Nothing was sent. Reload the page.",
    });
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? null : <Suspense>{this.props.children}</Suspense>;
  }
}
