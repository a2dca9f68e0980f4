"use client";

import { Component, type ErrorInfo, type ReactNode } from "react";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";

type PanelProps = {
  label: string;
  children: ReactNode;
  className?: string;
  /** Out of reach while a dialog of the page is over it. */
  inert?: boolean;
};

/** A named region of the screen. If its content fails, only this region says so. */
export function Panel({ label, children, className, inert = false }: PanelProps) {
  return (
    <section
      aria-label={label}
      inert={inert}
      className={cn("flex min-h-0 min-w-0 flex-col bg-surface", className)}
    >
      <PanelBoundary label={label}>{children}</PanelBoundary>
    </section>
  );
}

type BoundaryProps = { label: string; children: ReactNode };

class PanelBoundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // Surfaces in the browser's error reporting; the panel itself shows a plain sentence.
    reportError(new Error(`${this.props.label}: ${error.message}`, { cause: info.componentStack }));
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title={`${this.props.label} could not be shown.`}>
        <Button size="xs" onClick={() => this.setState({ failed: false })}>
          Show again
        </Button>
      </Notice>
    );
  }
}

type NoticeProps = { title: string; detail?: ReactNode; children?: ReactNode };

/** The one sentence of a panel that has nothing else to show, with an action if there is one. */
export function Notice({ title, detail, children }: NoticeProps) {
  return (
    <div className="flex h-full min-h-24 flex-col items-center justify-center gap-2 p-4 text-center">
      <p className="text-xs text-ink-muted">{title}</p>
      {detail ? <p className="max-w-80 text-2xs text-ink-faint">{detail}</p> : null}
      {children}
    </div>
  );
}

/** Grey bars in the place of figures that are on their way. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <output aria-label={label} className="!flex flex-col gap-2 p-3">
      {Array.from({ length: rows }, (_, row) => (
        <div key={`bar-${row.toString()}`} className="h-3.5 animate-pulse rounded-sm bg-raised" />
      ))}
    </output>
  );
}
