"use client";

import {
  createContext,
  lazy,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { clientText } from "#components/i18n/client-text.ts";
import { followTradingKey, forgetTradingKey } from "#components/identity/browser-keys/load-keys.ts";
import { useWallet, useWalletStore } from "#components/identity/wallet/wallet-provider.tsx";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { notify } from "#components/ui/notify.ts";
import { AT_ONCE_MS, type SignRequest } from "./asking.ts";
import { DeskHolder } from "./desk-holder.ts";
import type { SignedWrite } from "./requests.ts";

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

type SignProviderProps = {
  /** True where people trade: the code that signs is fetched before the first request, and not by it. */
  early: boolean;
  /** Where the page is not among the children: it is told when it is to be out of reach. */
  onAsking?: (isAsking: boolean) => void;
  children: ReactNode;
};

/** Holds the one request that is open. The page behind its panel can not be used until it is answered. */
export function SignProvider({ early, onAsking, children }: SignProviderProps) {
  const store = useWalletStore();
  const { connected, sessionAddress } = useWallet();
  const [holder] = useState(() => new DeskHolder(store));
  const asking = useSyncExternalStore(holder.subscribe, holder.asking, () => undefined);
  const opener = useRef<Element | null>(null);

  // Fetched as soon as there is a wallet that can be asked, so that the first order does not wait for it.
  useEffect(() => {
    if (!early || (!connected && !sessionAddress)) return;
    void holder.open().catch(() => undefined);
    void loadSignDialog().catch(() => undefined);
  }, [early, connected, sessionAddress, holder]);
  useEffect(() => store.subscribe(() => holder.desk?.checkStanding()), [store, holder]);
  useEffect(() => () => holder.desk?.close(), [holder]);
  useEffect(() => followTradingKey(sessionAddress), [sessionAddress]);
  useEffect(() => store.onSessionEnd(forgetTradingKey), [store]);

  // Before the panel gives the focus back, which it does once it is gone.
  useLayoutEffect(() => onAsking?.(asking !== undefined), [onAsking, asking]);

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      // Taken now: the button is disabled, and so without the focus, by the time the panel is there.
      const asker = document.activeElement;
      const pressedAt = performance.now();
      const desk = await holder.open().catch(() => undefined);
      if (!desk) {
        notify({ tone: "bad", text: clientText("ui")("loadFailed") });
        return undefined;
      }
      const { connected: wallet, sessionAddress: account } = store.get();
      // The key is the account's own, whether the wallet is at hand or not.
      if (!desk.keySigns(request) && (!wallet || !account)) {
        store.setDialogOpen(!wallet);
        return undefined;
      }
      if (!desk.asking()) opener.current = asker;
      const isLate = performance.now() - pressedAt > AT_ONCE_MS;
      return desk.request(isLate ? { ...request, review: true } : request);
    },
    [holder, store],
  );

  return (
    <SignContext value={requestSignature}>
      <div className="contents" inert={asking !== undefined}>
        {children}
      </div>
      {asking ? (
        <LazyBoundary onFailure={() => holder.desk?.cancel(asking.id)}>
          <SignDialog
            key={asking.id}
            asking={asking}
            opener={opener}
            onSign={() => void holder.desk?.sign(asking.id)}
            onStop={() => holder.desk?.stop(asking.id)}
            onCancel={() => holder.desk?.cancel(asking.id)}
          />
        </LazyBoundary>
      ) : null}
    </SignContext>
  );
}
