/** Why a backup or a restore did not happen. The tools print the code before the text. */
export type BackupErrorCode =
  /** The folder for the backup has something in it. */
  | "BACKUP_TARGET_NOT_EMPTY"
  /** The folder is a node's copy of a table, which may lack the newest blocks. */
  | "BACKUP_OF_COPY"
  /** There is no block to copy. */
  | "BACKUP_OF_NOTHING"
  /** The folder has no manifest: the backup was not finished, or it is none. */
  | "BACKUP_INCOMPLETE"
  /** A file of the backup is not the one that was written. */
  | "BACKUP_DAMAGED"
  /** The backup has another format than this program reads. */
  | "BACKUP_UNREADABLE"
  /** There is a journal, a snapshot or a history where the backup shall go. */
  | "RESTORE_TARGET_NOT_EMPTY"
  /** The backup does not contain the block. */
  | "RESTORE_HEIGHT_UNKNOWN"
  /** A restore into the folder has not ended. */
  | "RESTORE_UNFINISHED";

export class BackupError extends Error {
  readonly code: BackupErrorCode;

  constructor(code: BackupErrorCode, message: string) {
    super(`${code}: ${message}`);
    this.name = "BackupError";
    this.code = code;
  }
}
