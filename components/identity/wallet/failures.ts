/** How asking a wallet can end without an answer. */

/** The person pressed "reject" in the wallet: nothing was signed, and nothing is wrong. */
export class WalletRejected extends Error {
  constructor() {
    super("The wallet did not sign.");
    this.name = "WalletRejected";
  }
}

/** The wallet answered with something that is not the signature that was asked for. */
export class WalletFault extends Error {
  override name = "WalletFault";
}
