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
import type { WalletStore } from "#components/identity/wallet/wallet-store.ts";
import { LazyBoundary } from "#components/ui/lazy-boundary.tsx";
import { lazyModule } from "#components/ui/lazy-module.ts";
import { notify } from "#components/ui/notify.ts";
import { pageCover } from "#components/ui/page-cover.ts";
import { createFollowers } from "#components/ui/store.ts";
import { useStore } from "#components/ui/use-store.ts";
import type { SignedWrite } from "./requests.ts";
import { MAX_PRESS_AGE_MS, type OpenRequest, type SignRequest } from "./sign-request.ts";

/** Opens the panel and asks the signer. Resolves to the signed write, or `undefined` when nothing was signed. */
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
  /** True on trading pages: loads the code that signs before the first request. */
  early: boolean;
  /** Called when a request opens or ends. For pages outside `children`, which must be made inert themselves. */
  onRequestChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Holds the one open request. The page behind the panel is inert until it is answered. */
export function SignProvider({ early, onRequestChange, children }: SignProviderProps) {
  const store = useWalletStore();
  const { connected, sessionAddress } = useWallet();
  const [loader] = useState(() => createQueueLoader(store));
  const openRequest = useSyncExternalStore(loader.subscribe, loader.openRequest, () => undefined);
  const isCovered = useStore(pageCover) || openRequest !== undefined;
  const opener = useRef<Element | null>(null);

  // Loads the code as soon as a wallet can be asked, so that the first order does not wait for it.
  useEffect(() => {
    if (!early || (!connected && !sessionAddress)) return;
    void loader.load().catch(() => undefined);
    void loadSignDialog().catch(() => undefined);
  }, [early, connected, sessionAddress, loader]);
  useEffect(() => store.subscribe(() => loader.loaded()?.checkWallet()), [store, loader]);
  useEffect(() => () => loader.loaded()?.close(), [loader]);
  useEffect(() => followTradingKey(sessionAddress), [sessionAddress]);
  useEffect(() => store.onSessionEnd(forgetTradingKey), [store]);

  // A layout effect: the page must be usable again before the closing panel returns the focus to it.
  useLayoutEffect(
    () => onRequestChange?.(openRequest !== undefined),
    [onRequestChange, openRequest],
  );

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      // Read first: by the time the panel opens, the button is disabled and has lost the focus.
      const asker = document.activeElement;
      const pressedAt = performance.now();
      const queue = await loader.load().catch(() => undefined);
      if (!queue) {
        notify({ tone: "bad", text: clientText("ui")("loadFailed") });
        return undefined;
      }
      const { connected: wallet, sessionAddress: account } = store.get();
      // The trading key belongs to the account and signs without a connected wallet.
      if (!queue.keySigns(request) && (!wallet || !account)) {
        store.setDialogOpen(!wallet);
        return undefined;
      }
      if (!queue.openRequest()) opener.current = asker;
      const isLate = performance.now() - pressedAt > MAX_PRESS_AGE_MS;
      return queue.request(isLate ? { ...request, review: true } : request);
    },
    [loader, store],
  );

  return (
    <SignContext value={requestSignature}>
      <div className="contents" inert={isCovered}>
        {children}
      </div>
      {openRequest ? (
        <LazyBoundary onFailure={() => loader.loaded()?.cancel(openRequest.id)}>
          <SignDialog
            key={openRequest.id}
            openRequest={openRequest}
            opener={opener}
            onSign={() => void loader.loaded()?.sign(openRequest.id)}
            onSignBy={(way) => void loader.loaded()?.signBy(openRequest.id, way)}
            onStop={() => loader.loaded()?.stop(openRequest.id)}
            onCancel={() => loader.loaded()?.cancel(openRequest.id)}
          />
        </LazyBoundary>
      ) : null}
    </SignContext>
  );
}

/** The signing queue, whose code is loaded with a session, or with the first request. Until then no request is open. */
function createQueueLoader(store: WalletStore) {
  const followers = createFollowers();
  const { load, loaded } = lazyModule(async () => {
    const { createSigningQueue } = await import("./signing-queue.ts");
    const queue = createSigningQueue(store);
    queue.subscribe(followers.notify);
    return queue;
  });
  const openRequest = (): OpenRequest | undefined => loaded()?.openRequest();
  return { load, loaded, openRequest, subscribe: followers.subscribe };
}
