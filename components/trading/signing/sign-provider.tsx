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
import { notify } from "#components/ui/notify.ts";
import type { SignedWrite } from "./requests.ts";
import { MAX_PRESS_AGE_MS, type OpenRequest, type SignRequest } from "./sign-request.ts";
import type { SigningQueue } from "./signing-queue.ts";

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
  onRequestChange?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Holds the one request that is open. The page behind its panel can not be used until it is answered. */
export function SignProvider({ early, onRequestChange, children }: SignProviderProps) {
  const store = useWalletStore();
  const { connected, sessionAddress } = useWallet();
  const [loader] = useState(() => new SigningQueueLoader(store));
  const openRequest = useSyncExternalStore(loader.subscribe, loader.openRequest, () => undefined);
  const opener = useRef<Element | null>(null);

  // Fetched as soon as there is a wallet that can be asked, so that the first order does not wait for it.
  useEffect(() => {
    if (!early || (!connected && !sessionAddress)) return;
    void loader.load().catch(() => undefined);
    void loadSignDialog().catch(() => undefined);
  }, [early, connected, sessionAddress, loader]);
  useEffect(() => store.subscribe(() => loader.queue?.checkWallet()), [store, loader]);
  useEffect(() => () => loader.queue?.close(), [loader]);
  useEffect(() => followTradingKey(sessionAddress), [sessionAddress]);
  useEffect(() => store.onSessionEnd(forgetTradingKey), [store]);

  // Before the panel gives the focus back, which it does once it is gone.
  useLayoutEffect(
    () => onRequestChange?.(openRequest !== undefined),
    [onRequestChange, openRequest],
  );

  const requestSignature = useCallback<RequestSignature>(
    async (request) => {
      // Taken now: the button is disabled, and so without the focus, by the time the panel is there.
      const asker = document.activeElement;
      const pressedAt = performance.now();
      const queue = await loader.load().catch(() => undefined);
      if (!queue) {
        notify({ tone: "bad", text: clientText("ui")("loadFailed") });
        return undefined;
      }
      const { connected: wallet, sessionAddress: account } = store.get();
      // The key is the account's own, whether the wallet is at hand or not.
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
      <div className="contents" inert={openRequest !== undefined}>
        {children}
      </div>
      {openRequest ? (
        <LazyBoundary onFailure={() => loader.queue?.cancel(openRequest.id)}>
          <SignDialog
            key={openRequest.id}
            openRequest={openRequest}
            opener={opener}
            onSign={() => void loader.queue?.sign(openRequest.id)}
            onStop={() => loader.queue?.stop(openRequest.id)}
            onCancel={() => loader.queue?.cancel(openRequest.id)}
          />
        </LazyBoundary>
      ) : null}
    </SignContext>
  );
}

/** Holds the signing desk, whose code is loaded with a session or by the first request. */
class SigningQueueLoader {
  readonly #store: WalletStore;
  readonly #listeners = new Set<() => void>();
  #loading: Promise<SigningQueue> | undefined;
  /** Undefined until its code is here. */
  #loaded: SigningQueue | undefined;

  constructor(store: WalletStore) {
    this.#store = store;
  }

  /** Rejects when the code can not be loaded; the next call tries again. */
  load(): Promise<SigningQueue> {
    this.#loading ??= import("./create-signing-queue.ts").then(({ createSigningQueue }) => {
      const queue = createSigningQueue(this.#store);
      this.#loaded = queue;
      queue.subscribe(this.#notifyListeners);
      return queue;
    });
    this.#loading.catch(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  openRequest = (): OpenRequest | undefined => this.#loaded?.openRequest();

  /** Answers to the request that is open; there is none without a desk. */
  get queue(): SigningQueue | undefined {
    return this.#loaded;
  }

  readonly #notifyListeners = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
