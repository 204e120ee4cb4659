"""How a page opens an evening and gets ears: the choices of `companion.app`, made when they are needed."""

from collections.abc import Callable

from audio.listen import Listener
from audio.speakers import Speakers
from companion import app as build
from companion.config import Settings
from companion.records import Emit
from companion.store import Campaign, Store
from companion.voice import Voice


class OpensHere:
    """Opens evenings of one store with the settings of this run.

    Args:
        store: Where the campaigns live.
        settings: Effective settings.
        dice: Dice option of the evenings opened from now on; that of the settings when None.
    """

    def __init__(self, store: Store, settings: Settings, dice: str | None = None) -> None:
        self._store = store
        self._settings = settings
        self.dice = dice

    def evening(self, campaign: Campaign, emit: Emit) -> build.Evening:
        """Open a campaign where it stopped.

        Raises:
            CompanionError: It cannot be opened; the right to write it is given back.
        """
        try:
            return build.open_evening(self._store, campaign, self._settings, emit, dice=self.dice)
        except BaseException:
            self._store.release(campaign.id)
            raise

    def equipment(self, campaign: Campaign) -> "RoomEquipment":
        """The microphone and loudspeaker of the settings, knowing the voices of a campaign's players."""
        return RoomEquipment(self._settings, campaign)

    def voices(self, campaign: Campaign) -> "RoomVoices":
        """The voices known at a campaign's table."""
        return RoomVoices(self._settings, campaign)


class RoomVoices:
    """The voiceprints of a campaign, learnt from the microphone of the settings.

    Args:
        settings: Effective settings.
        campaign: Whose players they are of.
    """

    sentences = build.SENTENCES_TO_READ
    seconds = build.SECONDS_TO_READ

    def __init__(self, settings: Settings, campaign: Campaign) -> None:
        self._settings = settings
        self._campaign = campaign

    def known(self, player: str) -> bool:
        """Whether somebody's voice is known."""
        return build.voice_known(self._settings, self._campaign, player)

    def learn(self, player: str, heard: Callable[[float], None]) -> None:
        """Learn a voice from the microphone.

        Raises:
            AudioError: There is no microphone, or it heard too little speech.
        """
        build.learn_voice_live(self._settings, self._campaign, player, heard)

    def forget(self, player: str) -> bool:
        """Forget a voice; False when it was not known."""
        return build.forget_voice(self._settings, self._campaign, player)


class RoomEquipment:
    """Microphone, loudspeaker and models of this computer, opened for one stretch of listening.

    Args:
        settings: Effective settings.
        campaign: Whose players are told apart.
    """

    def __init__(self, settings: Settings, campaign: Campaign) -> None:
        self._settings = settings
        self._campaign = campaign
        self._voices = Speakers()

    def open(self, warn: Callable[[str], None]) -> tuple[Listener, Voice | None]:
        """Ears on the microphone and a voice; takes seconds.

        Raises:
            AudioError: There is no microphone, or a model is missing.
        """
        settings = self._settings
        players = [each["name"] for each in self._campaign.roster["players"]]
        voices = self._voices = build.voices_kept(settings, self._campaign, players)
        sink = build.loudspeaker(settings, warn) if settings.voice else None
        voice = build.voice(sink, warn) if sink else None
        known = voices if voices.names else None
        return build.listener(settings, build.microphone(settings), known, live=True, sink=sink), voice

    def close(self) -> None:
        """Keep what was learnt of the voices."""
        build.keep_learnt(self._settings, self._campaign, self._voices)
