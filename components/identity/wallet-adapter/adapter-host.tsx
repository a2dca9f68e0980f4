/**
 * Solana's wallet adapter. Loaded when a wallet is connected that the adapter takes. The wallet store stays the single source of
 * truth: the bridge below passes on what `useWallet()` says.
 */
import { useWallet, type WalletContextState, WalletProvider } from "@solana/wallet-adapter-react";
import type { Wallet, WalletAccount } from "@wallet-standard/base";
import { type ReactNode, useEffect, useRef } from "react";
import { Isolated } from "#components/ui/isolated.tsx";

/** The adapter finds wallets by the Wallet Standard. */
const NO_OTHERS: [] = [];
/** Where the adapter keeps the name of its wallet. The name that the page remembers is in the wallet store. */
const NAME_KEY = "svc.wallet-adapter";

type Adapter = NonNullable<WalletContextState["wallet"]>["adapter"];
type Attempt = { wallet: Wallet; resolve: () => void; reject: (reason: unknown) => void };

export class AdapterHost {
  #mounts = 0;
  readonly #render: (adapter: ReactNode) => void;
  #attempt: Attempt | undefined;
  #context: WalletContextState | undefined;
  #listener: ((isConnected: boolean) => void) | undefined;

  /** `render` puts the adapter into the page, in place of an earlier one. */
  constructor(render: (adapter: ReactNode) => void) {
    this.#render = render;
  }

  /**
   * Connects the wallet, anew each time: an adapter whose wallet never answered would wait for that answer forever. Resolves
   * when the wallet shares an account, or none.
   * @throws what the wallet threw
   */
  connect(wallet: Wallet, { silent }: { silent: boolean }): Promise<void> {
    this.#attempt?.reject(new Error("Another wallet is connected."));
    this.#mounts += 1;
    this.#context = undefined;
    this.#listener = undefined;
    localStorage.removeItem(NAME_KEY);
    return new Promise((resolve, reject) => {
      this.#attempt = { wallet, resolve, reject };
      this.#render(
        <Isolated key={this.#mounts} label="wallet adapter">
          <WalletProvider
            wallets={NO_OTHERS}
            autoConnect={silent ? connectSilently : connectByPrompt}
            localStorageKey={NAME_KEY}
            onError={this.#fail}
          >
            <Bridge choose={wallet.name} write={this.#write} />
          </WalletProvider>
        </Isolated>,
      );
    });
  }

  /** Calls back when the adapter connects or disconnects. There is one listener; undefined removes it. */
  listen(listener: ((isConnected: boolean) => void) | undefined): void {
    this.#listener = listener;
  }

  /** `undefined` when the adapter holds another account, or none. @throws what the wallet threw */
  sign(account: WalletAccount, message: Uint8Array): Promise<Uint8Array> | undefined {
    const { publicKey, signMessage } = this.#context ?? {};
    if (publicKey?.toBase58() !== account.address) return undefined;
    return signMessage?.(message).catch((error: unknown) => {
      throw causeOf(error);
    });
  }

  async disconnect(): Promise<void> {
    await this.#context?.disconnect();
  }

  readonly #write = (context: WalletContextState): void => {
    const before = this.#context?.publicKey ?? null;
    this.#context = context;
    if (context.connected) this.#settle()?.resolve();
    if (context.publicKey !== before) this.#listener?.(context.connected);
  };

  readonly #fail = (error: Error): void => {
    const attempt = this.#settle();
    if (error.name === "WalletAccountError") attempt?.resolve();
    else attempt?.reject(causeOf(error));
  };

  #settle(): Attempt | undefined {
    const attempt = this.#attempt;
    this.#attempt = undefined;
    return attempt;
  }
}

type BridgeProps = {
  /** Name of the wallet to connect. */
  choose: string;
  write: (context: WalletContextState) => void;
};

function Bridge({ choose, write }: BridgeProps) {
  const context = useWallet();
  const isChosen = useRef(false);
  useEffect(() => {
    // Once: the context changes with the wallet, and a wallet that disconnected must not be asked again.
    if (isChosen.current) return;
    isChosen.current = true;
    context.select(choose as Parameters<typeof context.select>[0]);
  }, [choose, context]);
  useEffect(() => write(context), [context, write]);
  return null;
}

/**
 * Connects, and leaves a failure to `onError`. When the adapter sees a failure it also disconnects the wallet, which
 * some wallets take as a wish to be forgotten: a locked wallet would not come back at the next visit.
 */
async function connectSilently(adapter: Adapter): Promise<false> {
  await adapter.autoConnect().catch(() => undefined);
  return false;
}

async function connectByPrompt(adapter: Adapter): Promise<false> {
  await adapter.connect().catch(() => undefined);
  return false;
}

/** The adapter wraps what a wallet threw, and with it the code of a rejection. */
function causeOf(error: unknown): unknown {
  return (error as { error?: unknown }).error ?? error;
}
