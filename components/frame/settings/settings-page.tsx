"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
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
  /** Beside the title, such as the button that makes a new one. */
  actions?: ReactNode;
  /** True on pages that anybody may read. */
  isPublic?: boolean;
  /** True where figures stand side by side: text alone is easier to read in a narrow column. */
  isWide?: boolean;
  children: ReactNode;
};

/** A page of this frame: its title and what is below; without a session it says so, and leads to the sign-in. */
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
        isWide ? "max-w-6xl" : "max-w-4xl",
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

/** In the place of what belongs to an account, for who is not signed in. */
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
          className: "pointer-coarse:min-h-11",
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

/** What was read; before that bars in its place, and after a failure the reason with a button to try again. */
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

/** A failure of something that was pressed, beside what was pressed. */
export function ActionFailure({ error }: { error: string | undefined }) {
  return error === undefined ? null : (
    <p role="alert" className="text-bad">
      {error}
    </p>
  );
}
