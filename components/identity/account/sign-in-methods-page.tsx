"use client";

import { KeyRound, Mail, Wallet } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useFrame } from "#components/data/frame-context.ts";
import { useAction } from "#components/data/use-action.ts";
import { useResource } from "#components/data/use-resource.ts";
import { write } from "#components/data/write.ts";
import {
  ActionFailure,
  ReadState,
  SettingsPage,
} from "#components/frame/settings/settings-page.tsx";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { announceSession, SESSION_CHANNEL } from "#components/identity/session/session-channel.ts";
import { MailForm } from "#components/identity/sign-in/mail-form.tsx";
import { providerAddress } from "#components/identity/sign-in/provider.ts";
import { WalletProof } from "#components/identity/sign-in/wallet-proof.tsx";
import { Ago } from "#components/ui/ago.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import type { IdentityList, IdentityRecord } from "#lib/protocol/wire/identity.ts";

const ConfirmDialog = lazy(() => import("#components/frame/settings/confirm-dialog.tsx"));

const ReferralSection = lazy(() => import("./referral-section.tsx"));

const ICONS = { wallet: Wallet, email: Mail, oidc: KeyRound } as const;

/** The wallets, email addresses and logins of the account. `mailbox`: address of the simulated mailbox. */
export function SignInMethodsPage({ mailbox }: { mailbox: string | null }) {
  const text = useText("identity");
  const list = useResource<IdentityList>("/api/v1/identities");
  const { reload } = list;
  // The link in an email opens in another tab, which announces the change.
  useEffect(() => {
    const channel = new BroadcastChannel(SESSION_CHANNEL);
    channel.addEventListener("message", () => void reload());
    return () => channel.close();
  }, [reload]);
  return (
    <SettingsPage title={text("title")} intro={text("intro")}>
      <ReadState resource={list} label={text("loading")}>
        {(data) => (
          <div className="flex flex-col gap-4">
            <ul
              aria-label={text("title")}
              // Gets the focus when the focused row is removed.
              tabIndex={-1}
              className="divide-y rounded-md border bg-surface"
            >
              {data.identities.map((identity) => (
                <Row
                  key={identity.id}
                  identity={identity}
                  provider={data.ways.oidc?.name}
                  isLast={data.identities.length === 1}
                  onGone={reload}
                />
              ))}
            </ul>
            <LinkMethod list={data} mailbox={mailbox} onChange={() => void reload()} />
            <Isolated label="referral code" instead={null}>
              <Suspense>
                <ReferralSection />
              </Suspense>
            </Isolated>
          </div>
        )}
      </ReadState>
    </SettingsPage>
  );
}

type RowProps = {
  identity: IdentityRecord;
  provider: string | undefined;
  isLast: boolean;
  onGone: () => Promise<void>;
};

function Row({ identity, provider, isLast, onGone }: RowProps) {
  const text = useText("identity");
  const [asking, setAsking] = useState(false);
  const unlink = useAction(async () => {
    const answer = await write("DELETE", `/api/v1/identities/${encodeURIComponent(identity.id)}`);
    // Removes the row with the dialog in it, so that the focus returns to the list.
    if (answer.ok) await onGone();
    return answer;
  });
  const { kind, label } = identity;
  const Icon = ICONS[kind];
  const name = kind === "oidc" ? (provider ?? text("kind_oidc")) : text(`kind_${kind}`);
  const confirm = async () => {
    const answer = await unlink.run();
    if (!answer?.ok) return;
    setAsking(false);
    notify({ tone: "good", text: text("unlinked") });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 p-3 sm:flex-nowrap">
      <Icon size={18} aria-hidden className="shrink-0 text-ink-muted" />
      <About identity={identity} name={name} />
      {isLast ? (
        <p className="text-xs text-ink-faint max-sm:w-full sm:max-w-40 sm:text-end">
          {text("lastOne")}
        </p>
      ) : (
        <Button
          className="pointer-coarse:min-h-11"
          aria-label={text("unlinkOf", { name: label })}
          onClick={() => setAsking(true)}
        >
          {text("unlink")}
        </Button>
      )}
      {asking ? (
        <LazyBoundary onFailure={() => setAsking(false)}>
          <ConfirmDialog
            title={text("unlinkTitle")}
            action={text("unlink")}
            pending={unlink.pending}
            error={unlink.error}
            onConfirm={() => void confirm()}
            onClose={() => {
              unlink.clear();
              setAsking(false);
            }}
          >
            <p className="[overflow-wrap:anywhere]" dir="auto">
              <bdi dir="ltr" translate="no" className="font-medium">
                {label}
              </bdi>
            </p>
            <p className="text-ink-muted">{text(`unlinkText_${kind}`)}</p>
          </ConfirmDialog>
        </LazyBoundary>
      ) : null}
    </li>
  );
}

/** The identity with its use. `name`: of its kind. */
function About({ identity, name }: { identity: IdentityRecord; name: string }) {
  const text = useText("identity");
  const { kind, label, lastUsedAt, createdAt } = identity;
  return (
    <div className="min-w-0 flex-1">
      <p className="text-xs text-ink-muted">{name}</p>
      <p className="flex items-center gap-1">
        <bdi
          dir="ltr"
          className={
            kind === "wallet" ? "min-w-0 font-mono text-xs break-all" : "min-w-0 break-all"
          }
        >
          {label}
        </bdi>
        <CopyButton value={label} what={label} />
      </p>
      <p className="text-xs text-ink-muted">
        {text("lastUsed")} <Ago at={lastUsedAt} /> · {text("since")} <Ago at={createdAt} />
      </p>
    </div>
  );
}

type LinkMethodProps = { list: IdentityList; mailbox: string | null; onChange: () => void };

/** Links another wallet, address or login. A wallet and a login follow the fresh proof. */
function LinkMethod({ list, mailbox, onChange }: LinkMethodProps) {
  const text = useText("identity");
  const { prove } = useFrame();
  const section = useFocusOnLinkRequest();
  const { open, setOpen, close } = useOpenForm(section);
  useReturnFromProvider(onChange);
  const openWallet = async () => {
    const isFresh = list.freshUntil !== null && Date.parse(list.freshUntil) > Date.now();
    if (isFresh || (await prove())) setOpen("wallet");
  };
  const leave = useAction(async () => {
    const trip = await providerAddress("link", "/settings?done=linked");
    if (!trip.ok) return trip.answer;
    window.location.assign(trip.url);
    return { ok: true, status: 200, body: undefined };
  });
  return (
    <section
      ref={section}
      aria-label={text("addTitle")}
      className="flex flex-col gap-3 rounded-md border bg-surface p-4"
    >
      <div>
        <h2 className="text-sm font-semibold">{text("addTitle")}</h2>
        <p className="mt-1 text-xs text-ink-muted">{text("addText")}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Choice
          icon={<Wallet size={14} aria-hidden />}
          open={open === "wallet"}
          onPress={() => (open === "wallet" ? close() : void openWallet())}
        >
          {text("linkWallet")}
        </Choice>
        {list.ways.email ? (
          <Choice
            icon={<Mail size={14} aria-hidden />}
            open={open === "email"}
            onPress={() => (open === "email" ? close() : setOpen("email"))}
          >
            {text("addMail")}
          </Choice>
        ) : null}
        {list.ways.oidc === null ? null : (
          <Choice icon={<KeyRound size={14} aria-hidden />} onPress={() => void leave.run()}>
            {text("addProvider", { name: list.ways.oidc.name })}
          </Choice>
        )}
      </div>
      <ActionFailure error={leave.error} />
      <div className="max-w-md empty:hidden">
        {open === "wallet" ? <LinkByWallet onChange={onChange} onClose={close} /> : null}
        {open === "email" ? <LinkByMail mailbox={mailbox} onClose={close} /> : null}
      </div>
    </section>
  );
}

type Form = "wallet" | "email";

/** Which form is open. Escape closes it and returns the focus to its button. */
function useOpenForm(section: RefObject<HTMLElement | null>) {
  const [open, setOpen] = useState<Form>();
  const close = useCallback(() => {
    const opener = section.current?.querySelector<HTMLElement>("button[aria-expanded=true]");
    setOpen(undefined);
    opener?.focus();
  }, [section]);
  useEffect(() => {
    if (open === undefined) return;
    const onKey = (event: KeyboardEvent) => {
      // A dialog over the page has handled the key.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (event.target instanceof Node && section.current?.contains(event.target)) close();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [open, section, close]);
  return { open, setOpen, close };
}

type FormProps = { onClose: () => void };

function LinkByWallet({ onChange, onClose }: FormProps & { onChange: () => void }) {
  const text = useText("identity");
  const signInText = useText("signIn");
  const router = useRouter();
  return (
    <div className="flex flex-col items-start gap-2">
      <WalletProof
        purpose="link"
        onDone={() => {
          onClose();
          announceSession();
          notify({ tone: "good", text: text("linked") });
          onChange();
          // The session may now act for this wallet; the frame reads that from the server.
          router.refresh();
        }}
      />
      <Button tone="quiet" size="md" onClick={onClose}>
        {signInText("cancel")}
      </Button>
    </div>
  );
}

function LinkByMail({ mailbox, onClose }: FormProps & { mailbox: string | null }) {
  const text = useText("identity");
  return (
    <MailForm
      action={text("sendLink")}
      sentHint={text("mailHint")}
      mailbox={mailbox}
      onCancel={onClose}
      send={(email) => write("POST", "/api/v1/identities/email", { email })}
    />
  );
}

/** The trading page links here to link the connected wallet: the first button gets the focus. */
function useFocusOnLinkRequest(): RefObject<HTMLElement | null> {
  const isRequested = useSearchParams().get("link") === "wallet";
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isRequested) section.current?.querySelector("button")?.focus();
  }, [isRequested]);
  return section;
}

/** On the return from the provider, reports the link once and cleans the address. */
function useReturnFromProvider(onChange: () => void): void {
  const text = useText("identity");
  const isDone = useSearchParams().get("done") === "linked";
  const isReported = useRef(false);
  useEffect(() => {
    if (isReported.current || !isDone) return;
    isReported.current = true;
    notify({ tone: "good", text: text("linked") });
    onChange();
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, [isDone, text, onChange]);
}

type ChoiceProps = { icon: ReactNode; open?: boolean; onPress: () => void; children: ReactNode };

function Choice({ icon, open, onPress, children }: ChoiceProps) {
  return (
    <Button size="md" {...(open === undefined ? {} : { "aria-expanded": open })} onClick={onPress}>
      {icon}
      {children}
    </Button>
  );
}
