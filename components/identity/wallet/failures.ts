/** Errors of wallet requests. */

/** The user rejected the request in the wallet. */
export class WalletRejected extends Error {
  constructor() {
    super("The wallet did not sign.");
    this.name = "WalletRejected";
  }
}

/** The wallet did not return the requested signature. */
export class WalletFault extends Error {
  override name = "WalletFault";
  /** It can sign no text, as those of hardware wallets. */
  readonly signsNoText: boolean;

  constructor(message: string, { signsNoText = false } = {}) {
    super(message);
    this.signsNoText = signsNoText;
  }
}
