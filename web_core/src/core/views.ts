/** Short names for the generated wire types; everything else imports them from here. */
import type * as wire from "../wire.ts";

export type SeatView = wire.SchemaSeatView;
export type TableView = wire.SchemaTableView;
export type DealerTableView = wire.SchemaDealerTableView;
export type GameView = wire.SchemaGameView;
export type SpotView = wire.SchemaSpotView;
export type LimitsView = wire.SchemaLimitsView;
export type LimitView = wire.SchemaLimitView;
export type LobbyTile = wire.SchemaLobbyTile;
export type HistoryView = wire.SchemaHistoryItem;
export type NoticeView = wire.SchemaNoticeView;
export type WagerView = wire.SchemaWagerView;
export type SettledWagerView = wire.SchemaSettledWagerView;
export type SeatResultView = wire.SchemaSeatResultView;
export type CashOutView = wire.SchemaCashOutView;
export type RecallRound = wire.SchemaRecallRound;
export type RefusalView = wire.SchemaRefusalView;
export type StaffView = wire.SchemaStaffView;
export type Answer = wire.SchemaAnswer;
export type Welcome = wire.SchemaWelcome;
export type Chip = wire.SchemaChip;
export type Phase = TableView["phase"];

export type PlayerSnapshot = wire.SchemaPlayerSnapshot;
export type DealerSnapshot = wire.SchemaDealerSnapshot;
export type DisplaySnapshot = wire.SchemaDisplaySnapshot;
export type PlayerServerMessage = wire.SchemaPlayerServerMessage;
export type DealerServerMessage = wire.SchemaDealerServerMessage;
export type DisplayServerMessage = wire.SchemaDisplayServerMessage;
export type PlayerCommandBody = wire.SchemaPlayerCommand["body"];
export type DealerCommandBody = wire.SchemaDealerCommand["body"];
