"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useFrame } from "#components/data/frame-context.ts";
import type { PageRead } from "#components/data/use-resource.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Button, buttonStyle } from "#components/ui/button.tsx";
import { cn } from "#components/ui/class-names.ts";
import { Loading, Panel } from "#components/ui/panel.tsx";
import { signInAddress } from "./sign-in-address.ts";

type SettingsPageProps = {
  title: string;
  /** What the page is for, in a sentence or two. */
  intro?: ReactNode;
  /** Beside the title, such as a button that creates a key. */
  actions?: ReactNode;
  /** True on pages that need no session. */
  isPublic?: boolean;
  /** True for tables and figures: text is easier to read in a narrow column. */
  isWide?: boolean;
  children: ReactNode;
};

/** A page of this frame: its title and content; without a session, a link to the sign-in instead of the content. */
export function SettingsPage({
  title,
  intro,
  actions,
  isPublic = false,
  isWide = false,
  children,
}: SettingsPageProps) {
  const { person } = useFrame();
  const isOpen = isPublic || person !== undefined;
  return (
    <div
      className={cn(
        "mx-auto flex w-full flex-col gap-4 p-4 lg:p-6",
        isWide ? "max-w-7xl" : "max-w-4xl",
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h1 className="text-xl leading-7 font-semibold">{title}</h1>
          {intro ? <p className="mt-1 max-w-2xl text-ink-muted">{intro}</p> : null}
        </div>
        {isOpen ? actions : null}
      </div>
      <Panel label={title} className="bg-transparent">
        {isOpen ? children : <SignedOut />}
      </Panel>
    </div>
  );
}

/** Replaces the content of a page that needs a session. */
function SignedOut() {
  const text = useText("settingsFrame");
  const { hasEnded } = useFrame();
  const path = usePathname();
  return (
    <div className="flex flex-col items-start gap-3 rounded-md border bg-surface p-5">
      <p className="text-base font-medium">{text(hasEnded ? "sessionEnded" : "signedOut")}</p>
      <p className="text-ink-muted">{text(hasEnded ? "sessionEndedDetail" : "signedOutDetail")}</p>
      <Link
        href={signInAddress(path)}
        className={buttonStyle({
          tone: "primary",
          size: "md",
        })}
      >
        {text("toSignIn")}
      </Link>
    </div>
  );
}

type ReadStateProps<Data> = {
  resource: PageRead<Data>;
  label: string;
  children: (data: Data) => ReactNode;
};

/** Shows what was read, placeholder bars before that, and the reason with a retry button after a failure. */
export function ReadState<Data>({ resource, label, children }: ReadStateProps<Data>) {
  const { data, error } = resource;
  return (
    <>
      {error === undefined ? null : <ReadFailure resource={resource} isOld={data !== undefined} />}
      {data === undefined ? error === undefined ? <Loading label={label} /> : null : children(data)}
    </>
  );
}

type ReadFailureProps = {
  resource: Omit<PageRead<unknown>, "data">;
  isOld: boolean;
};

function ReadFailure({ resource, isOld }: ReadFailureProps) {
  const text = useText("settingsFrame");
  return (
    <div
      role="alert"
      className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-warn-line bg-warn-soft p-3"
    >
      <p className="min-w-0 flex-1 basis-60">
        {resource.error} {isOld ? text("isOld") : null}
      </p>
      <Button
        aria-disabled={resource.loading}
        className="pointer-coarse:min-h-11"
        onClick={() => {
          if (!resource.loading) void resource.reload();
        }}
      >
        {text("tryAgain")}
      </Button>
    </div>
  );
}

/** The failure of an action, beside its button, until a field of the same form or dialog changes. */
export function ActionFailure({ error }: { error: string | undefined }) {
  return error === undefined ? null : <Failure error={error} />;
}

/** An action clears its error when it runs again, so each failure is a new element. */
function Failure({ error }: { error: string }) {
  const [isOver, setOver] = useState(false);
  return isOver ? null : (
    <p ref={(element) => onInput(element, setOver)} role="alert" className="text-bad">
      {error}
    </p>
  );
}

function onInput(element: Element | null, call: (isOver: true) => void): void {
  const form = element?.closest("form, [role=dialog]");
  form?.addEventListener("input", () => call(true), { once: true });
}
