"use client";

import {
  createContext,
  lazy,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { serverNow } from "#components/server-clock.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { signBytes, WalletRejected } from "#components/wallet/standard.ts";
import { type ConnectedWallet, useWallet } from "#components/wallet/wallet-provider.tsx";
import type { Asking, SignRequest } from "./asking.ts";
import {
  messageToSign,
  type PreparedWrite,
  prepareWrite,
  SIGNATURE_LIFETIME_MS,
  type SignedWrite,
  withSignature,
} from "./requests.ts";

/** Opens the panel, asks the wallet, and answers the signed write; `undefined` when nothing was signed. */
export type RequestSignature = (request: SignRequest) => Promise<SignedWrite | undefined>;

const loadSignDialog = () => import("./sign-dialog.tsx");
const SignDialog = lazy(loadSignDialog);

const SignContext = createContext<RequestSignature | undefined>(undefined);

export function useRequestSignature(): RequestSignature {
  const value = useContext(SignContext);
  if (!value) throw new Error("This component must be inside SignProvider.");
  return value;
}

/** A digest that stood this long before the wallet is asked is made anew, so that the wallet has time. */
const REFRESH_AFTER_MS = 4_000;
/** An answer of the wallet later than this would reach the venue too late. */
const LATEST_SEND_MS = SIGNATURE_LIFETIME_MS - 3_000;

export function SignProvider({ children }: { children: ReactNode }) {
  const { connected, setDialogOpen } = useWallet();
  const [asking, setAsking] = useState<Asking | undefined>();
  const settle = useRef<(signed: SignedWrite | undefined) => void>(() => undefined);

  // Fetched as soon as there is a wallet that can be asked, so that the first order does not wait for it.
  useEffect(() => {
    if (connected) void loadSignDialog().catch(() => undefined);
  }, [connected]);

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      if (!connected) {
        setDialogOpen(true);
        return undefined;
      }
      const prepared = await prepareWrite(request.draft, connected.account.address, timestampNow());
      setAsking({ request, wallet: connected, prepared, stage: "review", problem: undefined });
      return new Promise((resolve) => {
        settle.current(undefined);
        settle.current = resolve;
      });
    },
    [connected, setDialogOpen],
  );

  const finish = (signed: SignedWrite | undefined) => {
    setAsking(undefined);
    settle.current(signed);
    settle.current = () => undefined;
  };

  const askWallet = async (current: Asking) => {
    const prepared = await refreshed(current.prepared);
    setAsking({ ...current, prepared, stage: "wallet", problem: undefined });
    const outcome = await signPrepared(current.wallet, prepared);
    if ("signed" in outcome) finish(outcome.signed);
    else setAsking({ ...current, prepared, stage: "review", problem: outcome.problem });
  };

  return (
    <SignContext value={requestSignature}>
      {children}
      {asking ? (
        <LazyBoundary onFailure={() => finish(undefined)}>
          <SignDialog
            asking={asking}
            onSign={() => void askWallet(asking)}
            onCancel={() => finish(undefined)}
          />
        </LazyBoundary>
      ) : null}
    </SignContext>
  );
}

type Outcome = { signed: SignedWrite } | { problem: string };

async function signPrepared(wallet: ConnectedWallet, prepared: PreparedWrite): Promise<Outcome> {
  try {
    const signature = await signBytes(wallet.wallet, wallet.account, messageToSign(prepared));
    if (serverNow() - prepared.timestamp > LATEST_SEND_MS) {
      return { problem: "The wallet answered too late for the venue. Nothing was sent." };
    }
    return { signed: withSignature(prepared, signature) };
  } catch (error) {
    if (error instanceof WalletRejected) return { problem: "Not signed. Nothing was sent." };
    return {
      problem: error instanceof Error ? error.message : "The wallet failed. Nothing was sent.",
    };
  }
}

async function refreshed(prepared: PreparedWrite): Promise<PreparedWrite> {
  if (serverNow() - prepared.timestamp < REFRESH_AFTER_MS) return prepared;
  return prepareWrite(prepared.draft, prepared.account, timestampNow());
}

function timestampNow(): number {
  return Math.round(serverNow());
}
