"use client";

import { Component, type ReactNode } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button } from "./button.tsx";
import { cn } from "./class-names.ts";
import { copyText } from "./copy-text.ts";
import { failureId, reportFailure } from "./report-failure.ts";

type PanelProps = {
  label: string;
  children: ReactNode;
  className?: string;
  /** Inert while a dialog of the page is over it. */
  inert?: boolean;
};

/** A named region of the screen with an error boundary. */
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

type BoundaryState = { failed: string | undefined };

class PanelBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: undefined };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: failureId() };
  }

  override componentDidCatch(error: Error): void {
    reportFailure(this.props.label, error, this.state.failed);
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (failed === undefined) return this.props.children;
    return (
      <PanelFailure
        label={this.props.label}
        id={failed}
        onAgain={() => this.setState({ failed: undefined })}
      />
    );
  }
}

type PanelFailureProps = { label: string; id: string; onAgain: () => void };

function PanelFailure({ label, id, onAgain }: PanelFailureProps) {
  const text = useText("ui");
  return (
    <div role="alert" className="h-full">
      <Notice title={text("panelFailed", { panel: label })} detail={text("panelFailedDetail")}>
        <div className="flex flex-wrap items-center justify-center gap-2">
          <Button size="xs" onClick={onAgain}>
            {text("showAgain")}
          </Button>
          <Button
            tone="quiet"
            size="xs"
            aria-label={text("copyErrorId", { id })}
            onClick={() => void copyText(`${label} [${id}]`)}
          >
            {text("errorId", { id })}
          </Button>
        </div>
      </Notice>
    </div>
  );
}

type NoticeProps = { title: string; detail?: ReactNode; children?: ReactNode };

/** The one sentence of an empty panel, with an optional action. */
export function Notice({ title, detail, children }: NoticeProps) {
  return (
    <div className="flex h-full min-h-24 flex-col items-center justify-center gap-2 p-4 text-center">
      <p className="text-xs text-ink-muted">{title}</p>
      {detail ? <p className="max-w-80 text-2xs text-ink-faint">{detail}</p> : null}
      {children}
    </div>
  );
}

/** Placeholder bars while data is loading. */
export function Loading({ label, rows = 3 }: { label: string; rows?: number }) {
  return (
    <output aria-label={label} className="!flex flex-col gap-2 p-3">
      {Array.from({ length: rows }, (_, row) => (
        <div key={`bar-${row.toString()}`} className="h-3.5 animate-pulse rounded-sm bg-raised" />
      ))}
    </output>
  );
}
