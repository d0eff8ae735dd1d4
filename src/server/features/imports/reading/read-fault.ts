/** A file cannot be read; its message is the one Chinese sentence that whoever sent it is told. */
export class ReadFault extends Error {
  override readonly name = "ReadFault";
}

export const DAMAGED = "文件已损坏或不完整，无法读取，请用 Excel 打开并另存为 xlsx 后重新上传";
export const TOO_COMPLEX = "文件内容过大或过于复杂，无法读取，请只保留要导入的工作表，或分成几个文件上传";
