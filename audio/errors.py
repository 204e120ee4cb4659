"""Operational failures of hearing and speaking.

AudioError
├─ DeviceUnavailable    no such microphone or speaker, or it is taken      (retryable)
├─ UnreadableAudio      a file that is missing, damaged, empty or silent   (path)
├─ ModelMissing         weights absent or not the ones expected            (hint: how to get them)
├─ TranscriptionFailed  the recogniser failed on one segment
│  ├─ TranscriptionTooSlow  a server did not answer within the seconds it has
│  └─ TranscriptionTooLong  a server answered more than is taken in
├─ EnrolmentRejected    a voice sample too short or too quiet to learn from
└─ SynthesisFailed      the voice failed on one text
"""


class AudioError(Exception):
    """Root of the audio exceptions.

    Args:
        template: What is wrong, one sentence with {names} in it; written out where it is raised.
        advice: What a person can do about it, one sentence like it.
        values: What the names stand for.

    Attributes:
        code: Stable snake_case code for programs.
        hint: What a person can do about it, one sentence.
        retryable: Whether trying again later can help.
    """

    code = "audio_error"
    retryable = False

    def __init__(self, template: str, advice: str = "", /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.hint = advice.format(**values) if values else advice
        self.template = template
        self.advice = advice
        self.values = values


class DeviceUnavailable(AudioError):
    """The microphone or speaker does not exist, is taken, or PortAudio is not installed."""

    code = "device_unavailable"
    retryable = True


class UnreadableAudio(AudioError):
    """An audio file cannot be used: missing, damaged, or without a single sample."""

    code = "unreadable_audio"


class ModelMissing(AudioError):
    """Model weights are absent or their checksum is not the expected one."""

    code = "model_missing"


class TranscriptionFailed(AudioError):
    """The recogniser failed on one segment; the next one may work."""

    code = "transcription_failed"
    retryable = True


class TranscriptionTooSlow(TranscriptionFailed):
    """A server did not send its whole answer within the seconds it has."""

    code = "transcription_too_slow"


class TranscriptionTooLong(TranscriptionFailed):
    """A server's answer has more bytes than are taken in; the rest of it was not waited for."""

    code = "transcription_too_long"
    retryable = False


class EnrolmentRejected(AudioError):
    """A voice sample is too short or too quiet to learn a voice from."""

    code = "enrolment_rejected"


class SynthesisFailed(AudioError):
    """The voice failed on one text; the text is still shown."""

    code = "synthesis_failed"
    retryable = True
