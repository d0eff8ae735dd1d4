import {
  AccountBookOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BellOutlined,
  CommentOutlined,
  FileTextOutlined,
  HomeOutlined,
  PayCircleOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  SwapOutlined,
  TagsOutlined,
} from "@ant-design/icons";
import type { ComponentType } from "react";

/** Icon names `modules.json` may use for a menu group. */
const ICONS: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  shop: ShopOutlined,
  pay: PayCircleOutlined,
  account: AccountBookOutlined,
  audit: AuditOutlined,
  tags: TagsOutlined,
  licence: SafetyCertificateOutlined,
  setting: SettingOutlined,
  bell: BellOutlined,
  comment: CommentOutlined,
  cart: ShoppingCartOutlined,
  swap: SwapOutlined,
  file: FileTextOutlined,
  app: AppstoreOutlined,
};

/** The icon of a menu group. A name without a picture shows the general one: an icon is decoration, not meaning. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon />;
}
