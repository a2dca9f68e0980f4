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
  useSyncExternalStore,
} from "react";
import { serverNow } from "#components/server-clock.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { signBytes } from "#components/wallet/standard.ts";
import { useWallet, useWalletStore } from "#components/wallet/wallet-provider.tsx";
import type { SignRequest } from "./asking.ts";
import type { SignedWrite } from "./requests.ts";
import { SigningDesk } from "./signing-desk.ts";

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

/** Holds the one request that is open. The page behind its panel can not be used until it is answered. */
export function SignProvider({ children }: { children: ReactNode }) {
  const store = useWalletStore();
  const { connected, sessionAddress, setDialogOpen } = useWallet();
  const [desk] = useState(
    () =>
      new SigningDesk({
        now: serverNow,
        standing: store.get,
        sign: ({ wallet, account }, message) => signBytes(wallet, account, message),
        tell: (text) => notify({ tone: "neutral", text }),
      }),
  );
  const asking = useSyncExternalStore(desk.subscribe, desk.asking, () => undefined);
  const opener = useRef<Element | null>(null);

  // Fetched as soon as there is a wallet that can be asked, so that the first order does not wait for it.
  useEffect(() => {
    if (connected) void loadSignDialog().catch(() => undefined);
  }, [connected]);
  useEffect(() => store.subscribe(() => desk.checkStanding()), [store, desk]);
  useEffect(() => () => desk.close(), [desk]);

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      if (!connected || !sessionAddress) {
        setDialogOpen(!connected);
        return undefined;
      }
      // Taken now: the button is disabled, and so without the focus, by the time the panel is there.
      if (!desk.asking()) opener.current = document.activeElement;
      return desk.request(request);
    },
    [connected, sessionAddress, desk, setDialogOpen],
  );

  return (
    <SignContext value={requestSignature}>
      <div className="contents" inert={asking !== undefined}>
        {children}
      </div>
      {asking ? (
        <LazyBoundary onFailure={() => desk.cancel(asking.id)}>
          <SignDialog
            key={asking.id}
            asking={asking}
            opener={opener}
            onSign={() => void desk.sign(asking.id)}
            onStop={() => desk.stop(asking.id)}
            onCancel={() => desk.cancel(asking.id)}
          />
        </LazyBoundary>
      ) : null}
    </SignContext>
  );
}
